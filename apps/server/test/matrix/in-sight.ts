import {
  insertCampaign,
  insertContactRows,
  insertImport,
  insertQrRows,
  insertSendingRows,
  insertTaggedContact,
  insertTopic,
} from './tenant-fixture.ts';
import type { Scene } from './scene.ts';

/** The client whose rows the caller may see. */
export const clientInSight = ({ tenant, guest }: Scene) =>
  guest.memberKind === 'other' || guest.memberKind === 'GUEST of Y' ? tenant.clients.y : tenant.clients.x;

/** A new contact with a tag, of that client. */
export const contactInSight = (scene: Scene) => insertTaggedContact(scene.api, scene.tenant, clientInSight(scene));
export const rowsInSight = (scene: Scene) => insertContactRows(scene.api, scene.tenant, clientInSight(scene));
export const sendingInSight = (scene: Scene) => insertSendingRows(scene.api, scene.tenant, clientInSight(scene));
export const campaignInSight = async (scene: Scene, status?: string) => ({
  campaignId: (await insertCampaign(scene.api, scene.tenant, clientInSight(scene), { status })).campaign,
});
export const topicInSight = (scene: Scene) => insertTopic(scene.api, scene.tenant, clientInSight(scene));
export const codeInSight = (scene: Scene) => insertQrRows(scene.api, scene.tenant, clientInSight(scene));
/** A form that was never published, of that client. */
export async function formInSight(scene: Scene): Promise<string> {
  const { rows } = await scene.api.db.owner.query<{ id: string }>(
    `insert into forms (organization_id, client_id, name, draft) values ($1, $2, 'Form', '{}') returning id`,
    [scene.tenant.organizationId, clientInSight(scene)],
  );
  return rows[0]!.id;
}
export const importInSight = (scene: Scene, state: string) =>
  insertImport(scene.api, scene.tenant, clientInSight(scene), state);

export const tagRule = async (scene: Scene) => ({
  match: 'all' as const,
  rules: [{ kind: 'tag' as const, op: 'hasAnyOf' as const, tagIds: [(await contactInSight(scene)).tag] }],
});
