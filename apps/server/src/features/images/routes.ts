import * as contract from '@waggle/contracts/images';
import { type Mount, serve } from '#platform/http/serve.ts';
import * as rules from './images.ts';

export function imageRoutes(mount: Mount, images: rules.Images): void {
  serve(mount, contract.listImages, (ctx, { query }) => rules.listImages(images, ctx, query));
  serve(mount, contract.readImageStorage, (ctx) => rules.readStorage(images, ctx));
  serve(mount, contract.uploadImage, (ctx, { upload, query }) =>
    rules.uploadImage(images, ctx, { content: upload, ...query }),
  );
  serve(mount, contract.updateImage, (ctx, { params, body }) => rules.updateImage(images, ctx, params.imageId, body));
  serve(mount, contract.listImageUses, (ctx, { params }) => rules.listUses(images, ctx, params.imageId));
  serve(mount, contract.deleteImage, (ctx, { params, query }) =>
    rules.deleteImage(images, ctx, params.imageId, query.used ?? false),
  );
}
