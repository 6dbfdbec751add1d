import * as contract from '@waggle/contracts/qr-codes';
import type { Config } from '#platform/config.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import * as codes from './codes/codes.ts';
import { downloadImage, previewDesign } from './codes/design.ts';
import { presentCode, presentTarget } from './codes/present.ts';
import { uploadLogo } from './images/logos.ts';
import { linksOf } from './short-url.ts';

type Needed = Pick<Config, 'LINK_URL' | 'PUBLIC_URL' | 'CELL' | 'GEOIP_DATABASE'>;

export function linkRoutes(mount: Mount, config: Needed): void {
  const locates = config.GEOIP_DATABASE !== '';
  const links = linksOf(config);
  serve(mount, contract.listQrCodes, async (ctx, { query }) => {
    const { items, ...rest } = await codes.listCodes(ctx, query);
    return { items: items.map((code) => presentCode(links, code)), ...rest };
  });
  serve(mount, contract.createQrCode, async (ctx, { body }) =>
    presentCode(links, await codes.createCode(ctx, links, body)),
  );
  serve(mount, contract.readQrCode, async (ctx, { params }) =>
    presentCode(links, await codes.readCode(ctx, params.qrCodeId)),
  );
  serve(mount, contract.updateQrCode, async (ctx, { params, body }) =>
    presentCode(links, await codes.updateCode(ctx, links, { ...params, ...body })),
  );
  serve(mount, contract.deleteQrCode, (ctx, { params }) => codes.deleteCode(ctx, params.qrCodeId));
  serve(mount, contract.downloadQrImage, (ctx, { params, query }) =>
    downloadImage(ctx, links, { ...params, ...query }),
  );
  serve(mount, contract.previewQrDesign, (ctx, { body }) => previewDesign(ctx, links, body));
  serve(mount, contract.uploadQrLogo, (ctx, { upload }) => uploadLogo(ctx, upload));
  serve(mount, contract.listQrTargets, async (ctx, { params }) => ({
    items: (await codes.listTargets(ctx, params.qrCodeId)).map(presentTarget),
  }));
  serve(mount, contract.readQrStats, (ctx, { params, query }) =>
    codes.readStats(ctx, { ...params, ...query, locates }),
  );
}
