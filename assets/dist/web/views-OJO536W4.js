import{o as i}from"./part-VMVO3F4I.js";import"./part-BVYP5NX5.js";import"./part-N4Q2NFCD.js";import"./part-HEZBDWPP.js";import"./part-FASQQ6WK.js";import"./part-CLP5IN7R.js";await i();
