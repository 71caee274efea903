import{o as i}from"./part-PQTPW545.js";import"./part-WZXJDULA.js";import"./part-3DIIQBHS.js";import"./part-M6OHNM5V.js";import"./part-ZEEM3NXG.js";import"./part-4VYMC4NN.js";await i();
