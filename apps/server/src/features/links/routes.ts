import * as bulkContract from '@waggle/contracts/qr-bulk';
import * as contract from '@waggle/contracts/qr-codes';
import * as labelContract from '@waggle/contracts/qr-labels';
import * as presetContract from '@waggle/contracts/qr-presets';
import type { RunningParts } from '#features/contacts/index.ts';
import type { Config } from '#platform/config.ts';
import type { Context } from '#platform/context.ts';
import type { Hosts } from '#platform/hosts/hosts.ts';
import { type Mount, serve } from '#platform/http/serve.ts';
import { createMany } from './bulk/create-many.ts';
import { zipPictures } from './bulk/pictures.ts';
import { checkFile } from './bulk/read-file.ts';
import { printSheet } from './bulk/sheet.ts';
import * as codes from './codes/codes.ts';
import { downloadImage, previewDesign } from './codes/design.ts';
import { presentCode, presentTarget } from './codes/present.ts';
import { uploadLogo } from './images/logos.ts';
import * as labels from './labels/labels.ts';
import * as presets from './presets/presets.ts';
import { linksOf } from './short-url.ts';

type Needed = Pick<Config, 'LINK_URL' | 'PUBLIC_URL' | 'CELL' | 'GEOIP_DATABASE'> & RunningParts & { hosts: Hosts };

export function linkRoutes(mount: Mount, config: Needed): void {
  const locates = config.GEOIP_DATABASE !== '';
  const linksNow = (ctx: Context) => linksOf(config, ctx);
  serve(mount, contract.listQrCodes, async (ctx, { query }) => {
    const links = await linksNow(ctx);
    const { items, ...rest } = await codes.listCodes(ctx, query);
    return { items: items.map((code) => presentCode(links, code)), ...rest };
  });
  serve(mount, contract.createQrCode, async (ctx, { body }) => {
    const links = await linksNow(ctx);
    return presentCode(links, await codes.createCode(ctx, links, body));
  });
  serve(mount, contract.readQrCode, async (ctx, { params }) =>
    presentCode(await linksNow(ctx), await codes.readCode(ctx, params.qrCodeId)),
  );
  serve(mount, contract.updateQrCode, async (ctx, { params, body }) => {
    const links = await linksNow(ctx);
    return presentCode(links, await codes.updateCode(ctx, links, { ...params, ...body }));
  });
  serve(mount, contract.deleteQrCode, (ctx, { params }) => codes.deleteCode(config, ctx, params.qrCodeId));
  serve(mount, contract.downloadQrImage, async (ctx, { params, query }) =>
    downloadImage(ctx, await linksNow(ctx), { ...params, ...query }),
  );
  serve(mount, contract.previewQrDesign, async (ctx, { body }) => previewDesign(ctx, await linksNow(ctx), body));
  serve(mount, contract.uploadQrLogo, (ctx, { upload }) => uploadLogo(ctx, upload));
  serve(mount, contract.listQrTargets, async (ctx, { params }) => ({
    items: (await codes.listTargets(ctx, params.qrCodeId)).map(presentTarget),
  }));
  serve(mount, contract.readQrStats, (ctx, { params, query }) =>
    codes.readStats(ctx, { ...params, ...query, locates }),
  );
  serve(mount, labelContract.listQrLabels, (ctx) => labels.listLabels(ctx));
  serve(mount, labelContract.changeQrLabel, (ctx, { body }) => labels.changeLabel(ctx, body));
  serve(mount, labelContract.labelQrCodes, (ctx, { body }) => labels.assignLabel(ctx, body));
  serve(mount, presetContract.listQrPresets, (ctx) => presets.listPresets(ctx));
  serve(mount, presetContract.createQrPreset, async (ctx, { body }) =>
    presets.createPreset(ctx, await linksNow(ctx), body),
  );
  serve(mount, presetContract.deleteQrPreset, (ctx, { params }) => presets.deletePreset(ctx, params.presetId));
  serve(mount, bulkContract.printQrSheet, async (ctx, { body }) => printSheet(ctx, await linksNow(ctx), body));
  serve(mount, bulkContract.downloadQrPictures, async (ctx, { body }) => zipPictures(ctx, await linksNow(ctx), body));
  serve(mount, bulkContract.checkQrFile, (ctx, { upload }) => checkFile(ctx, upload));
  serve(mount, bulkContract.createQrCodes, async (ctx, { body }) => createMany(ctx, await linksNow(ctx), body));
}
