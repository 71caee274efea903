import{o as i}from"./part-C3U7YY5A.js";import"./part-IRFYKSOZ.js";import"./part-OOXDQTYK.js";import"./part-4MCBYJNI.js";import"./part-2MSFBAI5.js";import"./part-2WYOTWGS.js";await i();
