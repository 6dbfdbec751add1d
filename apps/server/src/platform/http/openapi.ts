import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Endpoint, EventStream, FileReply } from '@waggle/contracts/endpoint';
import { Problem } from '@waggle/contracts/problem';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** Every call of a list takes a second of processor time to describe: once in a process, whatever address it is served at. */
const described = new WeakMap<readonly Endpoint[], Promise<Record<string, unknown>>>();

/** OpenAPI 3.1, written from the same declarations that are served and called. */
export async function openApiDocument(
  publicUrl: string,
  endpoints: readonly Endpoint[],
): Promise<Record<string, unknown>> {
  const known = described.get(endpoints) ?? describe(endpoints);
  described.set(endpoints, known);
  return { ...(await known), servers: [{ url: publicUrl }] };
}

async function describe(endpoints: readonly Endpoint[]): Promise<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    // Other requests are answered in between.
    await nextTurn();
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  const shared: Record<string, unknown> = { Problem: schemaOf(Problem, 'output') };
  takeShared(paths, shared);
  return {
    openapi: '3.1.0',
    info: { title: 'Waggle API', version: '0.1.0', license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' } },
    paths,
    components: {
      schemas: shared,
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'waggle.session_token' } },
    },
  };
}

function operation(endpoint: Endpoint) {
  const status = endpoint.status ?? 200;
  return {
    operationId: endpoint.name,
    tags: [endpoint.name.split('.')[0]],
    summary: endpoint.summary,
    security: endpoint.needs === 'public' ? [] : [{ session: [] }],
    'x-needs': endpoint.needs,
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      [status]:
        status === 204 ? { description: 'Done.' } : { description: 'The answer.', content: replyContent(endpoint) },
      default: { description: 'Refused.', content: json({ $ref: '#/components/schemas/Problem' }) },
    },
  };
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: JsonSchema;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** A file, or a piece of one. */
const binary = (type: string) => ({ [type]: { schema: { type: 'string', format: 'binary' } } });

function requestBody({ body, upload }: Endpoint) {
  if (upload) return { requestBody: { required: true, content: binary('application/octet-stream') } };
  return body ? { requestBody: { required: true, content: json(schemaOf(body, 'input')) } } : {};
}

function replyContent({ reply }: Endpoint) {
  if (reply === (EventStream as z.ZodType)) return { 'text/event-stream': { schema: { type: 'string' } } };
  return reply === (FileReply as z.ZodType) ? binary('application/octet-stream') : json(schemaOf(reply, 'output'));
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** What refers to itself has a name, and is asked and answered a little differently: with and without what has a default. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  if (!rest.$defs) return rest;
  const named = JSON.stringify(rest).replaceAll('"#/$defs/', `"#/components/schemas/${io}.`);
  const { $defs, ...inner } = JSON.parse(named) as JsonSchema & { $defs: JsonSchema };
  return { ...inner, $defs: Object.fromEntries(Object.entries($defs).map(([name, def]) => [`${io}.${name}`, def])) };
}

/** References in a document count from its root, so what they name stands there, once. */
function takeShared(part: unknown, shared: Record<string, unknown>): void {
  if (typeof part !== 'object' || part === null) return;
  if ('$defs' in part) {
    Object.assign(shared, part.$defs);
    delete part.$defs;
  }
  for (const inner of Object.values(part)) takeShared(inner, shared);
}
