import * as contract from '@waggle/contracts/saved-blocks';
import { type Mount, serve } from '#platform/http/serve.ts';
import * as blocks from './saved-blocks.ts';

export function savedBlockRoutes(mount: Mount): void {
  serve(mount, contract.listSavedBlocks, (ctx, { query }) => blocks.listSavedBlocks(ctx, query.clientId));
  serve(mount, contract.readSavedBlock, (ctx, { params }) => blocks.readSavedBlock(ctx, params.savedBlockId));
  serve(mount, contract.createSavedBlock, (ctx, { body }) => blocks.createSavedBlock(ctx, body));
  serve(mount, contract.renameSavedBlock, (ctx, { params, body }) =>
    blocks.renameSavedBlock(ctx, params.savedBlockId, body.name),
  );
  serve(mount, contract.deleteSavedBlock, (ctx, { params }) => blocks.deleteSavedBlock(ctx, params.savedBlockId));
}
