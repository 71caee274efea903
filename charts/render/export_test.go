package render

// Rewrite lets tests feed drawings that no engine would make.
var Rewrite = rewrite
