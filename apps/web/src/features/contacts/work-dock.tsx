import { BatchDock } from './bulk/batch-dock.tsx';
import { ImportDock } from './import/import-dock.tsx';

/** Imports and bulk changes under way. */
export function WorkDock() {
  return (
    <>
      <BatchDock />
      <ImportDock />
    </>
  );
}
