console.log("bench");
