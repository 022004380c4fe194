/** Where large bodies can live outside the database; who implements it decides how to get there. */

export interface StoredObject {
  readonly key: string;
  readonly changedAt: number;
}

export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>;
  /** Everything that is there, also what others put there. */
  list(): AsyncIterable<StoredObject>;
}
