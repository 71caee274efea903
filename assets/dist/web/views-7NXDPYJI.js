import{o as i}from"./part-C5673IDW.js";import"./part-QWEXF446.js";import"./part-34PI32RW.js";import"./part-M6OHNM5V.js";import"./part-ZEEM3NXG.js";import"./part-4VYMC4NN.js";await i();
