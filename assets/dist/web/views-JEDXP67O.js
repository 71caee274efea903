import{o as i}from"./part-VPMX6CUZ.js";import"./part-OQ3JHUMZ.js";import"./part-OOXDQTYK.js";import"./part-4MCBYJNI.js";import"./part-2MSFBAI5.js";import"./part-2WYOTWGS.js";await i();
