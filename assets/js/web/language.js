// The words of the page: the language, how it writes numbers, and the messages that its scripts ask for. The script of words,
// which pages with the same scripts share and which runs before theirs, defines them.
export const language = () => globalThis.words;
