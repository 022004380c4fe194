/**
 * Which random cases the property tests try. A landing must not fail by the luck of the draw, so the tests draw the
 * same cases each time; `npm run fuzz` draws new ones, and the seed that a failure prints can be given back.
 */
import fc from "fast-check";

const SEED_OF_EVERY_RUN = 20_261_115;

const asked = process.env.TESSERA_SEED;
if (asked !== "random") fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(asked ?? SEED_OF_EVERY_RUN) });
