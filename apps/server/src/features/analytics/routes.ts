import * as contract from '@waggle/contracts/analytics';
import { askAnalytics } from '@waggle/contracts/ask';
import * as saved from '@waggle/contracts/saved-questions';
import { type Mount, serve } from '#platform/http/serve.ts';
import { answerOf } from './ask/ask.ts';
import { campaignAnalytics } from './campaigns.ts';
import { codeAnalytics } from './codes.ts';
import { compareClients } from './clients.ts';
import { contactAnalytics } from './contacts.ts';
import { exportTable } from './export.ts';
import { funnelOf, funnelPeople } from './funnel.ts';
import { openingHours } from './opening-hours.ts';
import { overviewOf } from './overview.ts';
import { retention } from './retention.ts';
import * as questions from './saved-questions/saved-questions.ts';

export function analyticsRoutes(mount: Mount): void {
  serve(mount, contract.readAnalytics, (ctx, { query }) => overviewOf(ctx, query.period));
  serve(mount, contract.readContactAnalytics, (ctx, { query }) => contactAnalytics(ctx, query.period));
  serve(mount, contract.readCampaignAnalytics, (ctx, { query }) => campaignAnalytics(ctx, query));
  serve(mount, contract.readCodeAnalytics, (ctx, { query }) => codeAnalytics(ctx, query));
  serve(mount, contract.readOpeningHours, (ctx, { query }) => openingHours(ctx, query.period));
  serve(mount, contract.readRetention, (ctx) => retention(ctx));
  serve(mount, contract.compareClients, (ctx, { query }) => compareClients(ctx, query.period));
  serve(mount, contract.readFunnel, (ctx, { query }) => funnelOf(ctx, query));
  serve(mount, contract.listFunnelPeople, (ctx, { query }) => funnelPeople(ctx, query));
  serve(mount, contract.exportAnalytics, (ctx, { query }) => exportTable(ctx, query));
  serve(mount, askAnalytics, (ctx, { query }) => answerOf(ctx, query));
  serve(mount, saved.listSavedQuestions, (ctx) => questions.listQuestions(ctx));
  serve(mount, saved.saveQuestion, (ctx, { body }) => questions.saveQuestion(ctx, body));
  serve(mount, saved.deleteSavedQuestion, (ctx, { params }) => questions.deleteQuestion(ctx, params.questionId));
}
