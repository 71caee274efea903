import{o as i}from"./part-DSZ6SESL.js";import"./part-IRFYKSOZ.js";import"./part-OOXDQTYK.js";import"./part-4MCBYJNI.js";import"./part-2MSFBAI5.js";import"./part-2WYOTWGS.js";await i();
