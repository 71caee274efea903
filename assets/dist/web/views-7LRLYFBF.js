import{o as i}from"./part-ATIRCP5D.js";import"./part-SLPSOWEW.js";import"./part-BZVPBZ5Z.js";import"./part-DCXLBPIC.js";import"./part-5XMASC2W.js";import"./part-L4XI7OIV.js";await i();
