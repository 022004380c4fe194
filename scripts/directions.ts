/** Checks that packages import each other only in the directions of `directions.json`. */
console.log("directions");
