// Package view answers the questions that pages ask about boards.
//
// A [View] is a question with a shape: which rows take part, what one of them stands for, and what is drawn of them. An
// [Answer] is rows with everything that was decided about them; it has no text and no pixels. Tables and sentences of
// package site and the drawings of package charts are made from answers. The scripts of pages repeat this package
// (assets/js/web/view.js); a browser test compares both.
package view
