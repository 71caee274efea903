// What the program limits alike, each with the package whose constant it repeats; a test compares them.
export const most = 30; // view: rows of an answer
export const mostMarks = 600; // view
export const mostSeries = 12; // view
export const mostFacets = 12; // view
export const mostNamed = 5; // site: names in a sentence
export const mostNear = 3; // site: names like a wrong one
export const mostCompared = 8; // site: models side by side
export const mostRatio = 4; // site: end of the scale of changes
export const mostRuns = 100; // board: more, and no one would settle a tie
export const nearLimit = 0.02; // board: share of a deadline by which a configuration misses it that a reader is told of
export const heldShare = 0.95; // board: of the points that a range holds
export const leastPoints = 20; // board: of which that is known
export const longestText = 300; // board: of a computed value
export const mostTicks = 7; // charts
export const mostSteps = 1000; // charts: of an axis
export const mostOfWord = 6; // charts: letters of a word beside a cut that go with it: they alone are no word
