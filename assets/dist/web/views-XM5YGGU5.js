import{o as i}from"./part-IA27OLC3.js";import"./part-RMKJ6PZI.js";import"./part-OOXDQTYK.js";import"./part-4MCBYJNI.js";import"./part-2MSFBAI5.js";import"./part-2WYOTWGS.js";await i();
