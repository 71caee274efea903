// The words of the page: the language, how it writes numbers, and the messages that its scripts ask for, from the JSON
// block that package words writes. No heading of a text has an id with a dot.
let words;

export const language = () => {
  words ??= JSON.parse(document.getElementById('words.json').textContent);
  return words;
};
