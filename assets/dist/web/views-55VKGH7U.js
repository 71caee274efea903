import{o as i}from"./part-ZAWDJLEQ.js";import"./part-UYVB3MDO.js";import"./part-N4Q2NFCD.js";import"./part-HEZBDWPP.js";import"./part-FASQQ6WK.js";import"./part-CLP5IN7R.js";await i();
