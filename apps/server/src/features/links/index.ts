export { findCodeNames } from './codes/queries.ts';
export { switchOffCodes } from './codes/target-form.ts';
export {
  findBestCodes,
  findFirstScanDay,
  findScannedCodes,
  findScansOf,
  type ScanDays,
  type ScannedCode,
  sumScansByClient,
} from './scans/scanned-codes.sql.ts';
export { trendsOf } from './scans/stats.ts';
export { findCodeDays } from './scans/recent.ts';
export { countVisitors } from './scans/visitors.sql.ts';
