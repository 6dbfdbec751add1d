import {
  insertCampaign,
  insertContactRows,
  insertImport,
  insertQrRows,
  insertSendingRows,
  insertTaggedContact,
} from './house.ts';
import type { Scene } from './samples.ts';

/** The client whose rows the caller may see. */
export const clientInSight = ({ house, guest }: Scene) => (guest.seat === 'other' ? house.clients.y : house.clients.x);

/** A new contact with a tag, of that client. */
export const contactInSight = (scene: Scene) => insertTaggedContact(scene.api, scene.house, clientInSight(scene));
export const rowsInSight = (scene: Scene) => insertContactRows(scene.api, scene.house, clientInSight(scene));
export const sendingInSight = (scene: Scene) => insertSendingRows(scene.api, scene.house, clientInSight(scene));
export const campaignInSight = async (scene: Scene, status?: string) => ({
  campaignId: (await insertCampaign(scene.api, scene.house, clientInSight(scene), { status })).campaign,
});
export const codeInSight = (scene: Scene) => insertQrRows(scene.api, scene.house, clientInSight(scene));
export const importInSight = (scene: Scene, state: string) =>
  insertImport(scene.api, scene.house, clientInSight(scene), state);

export const tagRule = async (scene: Scene) => ({
  match: 'all' as const,
  rules: [{ kind: 'tag' as const, op: 'hasAnyOf' as const, tagIds: [(await contactInSight(scene)).tag] }],
});
