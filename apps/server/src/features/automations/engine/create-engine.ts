import { capFreeAt, openStepCampaign, queueStepEmails } from '#features/campaigns/index.ts';
import { enterPeople } from '../entries/enter.ts';
import { tellTeam } from '../notes/tell-team.ts';
import { letInAfter } from '../triggers/completed.ts';
import { askWebhooks } from '../webhooks/ask.ts';
import type { Engine } from './ports.ts';
import { sendEmails } from './ports/email.ts';
import { enterOthers } from './ports/enter.ts';
import { changeFields } from './ports/fields.ts';
import { changeTags } from './ports/tags.ts';

/** The engine with what its steps do in this installation. */
export const createEngine = (): Engine => ({
  ports: {
    email: sendEmails({ openStepCampaign, queueStepEmails }),
    tag: changeTags,
    field: changeFields,
    notify: tellTeam,
    webhook: askWebhooks,
    enter: enterOthers,
  },
  capFreeAt,
  completed: (ctx, completed) => letInAfter({ enterPeople }, ctx, completed),
});
