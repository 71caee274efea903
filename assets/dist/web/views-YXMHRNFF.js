import{o as i}from"./part-5WZLGGYX.js";import"./part-FN6466SX.js";import"./part-OOXDQTYK.js";import"./part-4MCBYJNI.js";import"./part-2MSFBAI5.js";import"./part-2WYOTWGS.js";await i();
