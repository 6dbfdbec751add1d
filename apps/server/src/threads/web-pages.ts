import { type PersonalPage, renderPersonal, renderPublic } from '../edge/web-pages/render.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

/** Bytes come as plain ones out of the message. */
const bytes = (plain: Uint8Array): Buffer => Buffer.from(plain);

serveTasks({
  personal: ({ email, linkKey, ...page }: PersonalPage) =>
    renderPersonal({
      ...page,
      linkKey: { ...linkKey, secret: bytes(linkKey.secret) },
      email: {
        ...email,
        addressHash: email.addressHash && bytes(email.addressHash),
        clientMark: bytes(email.clientMark),
      },
    }),
  public: renderPublic,
});
