// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeScreen, openScreen } from '../../../../../test/screen.fixture.tsx';
import { BuilderContext, type Builder } from '../builder-context.ts';
import { emptyDraft } from '../draft.ts';
import { VersionPreview } from './version-preview.tsx';

afterEach(closeScreen);

const id = '0197e5a0-0000-7000-8000-0000000000d1';
const pasted = { html: '<p onclick="x()">Hello {{ first_name }}</p>', text: '' };
const builder = { draft: emptyDraft, clientId: null, campaign: undefined } as unknown as Builder;

const open = (preview: object) =>
  openScreen({
    component: () => (
      <BuilderContext value={builder}>
        <VersionPreview campaignId={id} versionId={id} />
      </BuilderContext>
    ),
    texts: ['campaign-builder', 'app'],
    answers: {
      [`GET /api/campaigns/${id}/versions/${id}`]: () =>
        Response.json({ id, subject: 'Hello {{ first_name }}', previewText: '', document: null, content: pasted }),
      [`POST /api/campaigns/${id}/preview`]: () => Response.json(preview),
      'GET /api/sending/senders': () => Response.json({ items: [] }),
    },
  });

test('a version of pasted HTML is shown as it would be sent, and not as it was pasted', async () => {
  const { calls } = await open({ subject: 'Hello Ann', html: '<p>Hello Ann</p>', problems: [], removed: [] });

  await screen.findByText('Hello Ann');
  const asked = calls.find(({ call }) => call.endsWith('/preview'))?.body;

  expect(asked).toEqual({ subject: 'Hello {{ first_name }}', previewText: '', content: pasted });
  expect(document.body.innerHTML).not.toContain('onclick');
});

test('a version that could not be sent says why', async () => {
  const problems = [{ part: 'html', line: 3, message: 'A field is unknown.', severity: 'error' }];
  await open({ subject: '', html: '', problems, removed: [] });

  expect(await screen.findByText(/A field is unknown\./)).toBeDefined();
});
