/** Runs in a captured page: the films of which nothing is seen until they are loaded, because they have no poster. */

/** Of what a film says of its loading. */
export const HAS_PICTURE = 2;
export const NO_SOURCE = 3;
export const MAX_FILMS = 8;
export const MIN_FILM_SIDE = 4;
export const LOOK_AT_FILMS_MS = 50;

/** Whether the address is that of such a film: of nothing else that plays is anything seen. */
export function isFilmToShow(address: string): boolean {
  const [wanted] = address.split("#", 1);
  return filmsToShow().some((film) => film.currentSrc.split("#", 1)[0] === wanted);
}

/** In the document and its open shadow trees. What comes from a camera or is drawn while it is watched has no beginning. */
export function filmsToShow(): HTMLVideoElement[] {
  const films: HTMLVideoElement[] = [];
  const roots: (Document | ShadowRoot)[] = [document];
  for (let at = 0; at < roots.length; at++) {
    for (const element of roots[at]!.querySelectorAll("*")) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (films.length < MAX_FILMS && element instanceof HTMLVideoElement && isToShow(element)) films.push(element);
    }
  }
  return films;
}

export function isToShow(film: HTMLVideoElement): boolean {
  if (film.poster !== "" || film.srcObject || film.currentSrc === "") return false;
  const { width, height } = film.getBoundingClientRect();
  if (width < MIN_FILM_SIDE || height < MIN_FILM_SIDE) return false;
  return film.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/**
 * Waits until each shows a picture or never will: where the page left it, and one that plays by itself at its beginning, so
 * that it is the same at every look. The markup stays as it was. Returns how many there are.
 */
export async function showFilms(budgetMs: number): Promise<number> {
  const until = performance.now() + budgetMs;
  const films = filmsToShow();
  const written = films.map((film) => film.getAttribute("preload"));
  for (const film of films) {
    // one that is to play by itself may not have begun yet
    if (!film.paused || film.autoplay) holdAtStart(film);
    if (film.preload === "none") film.preload = "metadata";
  }
  while (!films.every(isShown) && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AT_FILMS_MS));
  }
  for (const [at, film] of films.entries()) {
    const before = written[at] ?? null;
    if (before !== null && film.getAttribute("preload") !== before) film.setAttribute("preload", before);
  }
  return films.length;
}

export function holdAtStart(film: HTMLVideoElement): void {
  film.pause();
  if (film.currentTime > 0 && film.seekable.length > 0 && film.seekable.start(0) === 0) film.currentTime = 0;
}

/** Or as much as there will ever be of it. */
export function isShown(film: HTMLVideoElement): boolean {
  const isLost = film.error !== null || film.networkState === NO_SOURCE;
  return isLost || (film.readyState >= HAS_PICTURE && !film.seeking);
}
