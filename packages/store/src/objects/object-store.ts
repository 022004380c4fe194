/** Where large bodies can live outside the database; who implements it decides how to get there. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Does nothing where there is no such object. */
  remove(key: string): Promise<void>;
}
