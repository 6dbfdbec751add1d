import * as contract from '@waggle/contracts/imports';
import { type Mount, serve } from '#platform/http/serve.ts';
import { downloadErrors } from './errors-file.ts';
import * as imports from './imports.ts';
import { openImport } from './open.ts';
import { presentImport } from './present.ts';
import { listKept } from './undo/undo.ts';

export function importRoutes(mount: Mount): void {
  serve(mount, contract.listImports, async (ctx, { query }) => {
    const { items, ...rest } = await imports.listImports(ctx, query);
    return { items: items.map(presentImport), ...rest };
  });
  serve(mount, contract.createImport, async (ctx, { body }) => presentImport(await imports.createImport(ctx, body)));
  serve(mount, contract.uploadImportPart, (ctx, { params, upload }) =>
    imports.uploadPart(ctx, params.importId, params.part, upload),
  );
  serve(mount, contract.readImportFile, async (ctx, { params, body }) =>
    presentImport(await openImport(ctx, params.importId, body)),
  );
  serve(mount, contract.checkImport, async (ctx, { params, body }) =>
    presentImport(await imports.startCheck(ctx, params.importId, body)),
  );
  serve(mount, contract.startImport, async (ctx, { params }) =>
    presentImport(await imports.startImport(ctx, params.importId)),
  );
  serve(mount, contract.readImport, async (ctx, { params }) =>
    presentImport(await imports.readImport(ctx, params.importId)),
  );
  serve(mount, contract.cancelImport, async (ctx, { params }) =>
    presentImport(await imports.cancelImport(ctx, params.importId)),
  );
  serve(mount, contract.downloadImportErrors, (ctx, { params }) => downloadErrors(ctx, params.importId));
  serve(mount, contract.undoImport, async (ctx, { params }) =>
    presentImport(await imports.undoImport(ctx, params.importId)),
  );
  serve(mount, contract.listKept, (ctx, { params, query }) => listKept(ctx, params.importId, query));
}
