console.log("tessera");
