/** What has to be undone, the last thing first: JavaScript's own AsyncDisposableStack, which Node has only from 24 on. */
export class Ending implements AsyncDisposable {
  #steps: (() => unknown)[] = [];

  /** Takes over a resource, and gives it back for use. */
  use<Resource extends AsyncDisposable | Disposable>(resource: Resource): Resource {
    this.defer(() => (Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose]()));
    return resource;
  }

  defer(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Another ending with all of it; nothing is left to this one. */
  move(): Ending {
    const moved = new Ending();
    moved.#steps = this.#steps;
    this.#steps = [];
    return moved;
  }

  /** Every step is done even where one fails; the first failure is thrown. */
  async [Symbol.asyncDispose](): Promise<void> {
    const steps = this.#steps.splice(0).reverse();
    const failures: unknown[] = [];
    for (const step of steps) {
      try {
        await step();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
