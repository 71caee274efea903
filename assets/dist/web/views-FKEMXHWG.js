import{o as i}from"./part-NKFMDFO2.js";import"./part-KFRDI4Q6.js";import"./part-34PI32RW.js";import"./part-M6OHNM5V.js";import"./part-ZEEM3NXG.js";import"./part-4VYMC4NN.js";await i();
