import{o as i}from"./part-FGQLSVLQ.js";import"./part-V5B6EA74.js";import"./part-N4Q2NFCD.js";import"./part-HEZBDWPP.js";import"./part-FASQQ6WK.js";import"./part-CLP5IN7R.js";await i();
