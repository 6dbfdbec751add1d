export { findCodeNames, hasCodes } from './codes/queries.ts';
export { switchOffCodes } from './codes/target-form.ts';
export { copyPresets } from './presets/copy-presets.ts';
export { countPresetsOf } from './presets/queries.ts';
export {
  findBestCodes,
  findFirstScanDay,
  findScannedCodes,
  findScansOf,
  type ScanDays,
  type ScannedCode,
} from './scans/scanned-codes.sql.ts';
export { trendsOf } from './scans/stats.ts';
export { findCodeDays } from './scans/recent.ts';
export { countVisitors, countVisitorsOf } from './scans/visitors.sql.ts';
