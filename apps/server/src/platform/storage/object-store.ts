import type { Config } from '../config.ts';

/** Where contents outside of the database are kept. Ids are never used twice, so nothing is ever overwritten. */
export type ObjectStore = {
  /** Whole or not at all. */
  write(id: string, content: Buffer): Promise<void>;
  /** Null when there is none. */
  read(id: string): Promise<Buffer | null>;
  /** Also when there is none. */
  remove(id: string): Promise<void>;
};

export type Place = 'database' | 'disk' | 's3';
export type OutsidePlace = Exclude<Place, 'database'>;

export type StorageConfig = Pick<
  Config,
  'FILES_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;
