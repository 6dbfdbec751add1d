/** An expected failure: a code for the program, a sentence for the person. Everything else that is thrown is a bug. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ProblemCode,
    message: string,
    details: { fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.fields = details.fields;
    this.retryAfter = details.retryAfter;
  }
}

/** The one place where a code becomes an HTTP status. */
export const statusOf = {
  invalid_input: 400,
  /** It would take more time or memory than one request may have. */
  too_complex: 400,
  weak_password: 400,
  wrong_password: 400,
  wrong_code: 400,
  last_admin: 409,
  owner_stays: 409,
  admin_without_client: 400,
  already_member: 409,
  already_exists: 400,
  other_client: 400,
  opted_out: 409,
  nothing_to_export: 409,
  wrong_state: 409,
  /** Somebody else saved it since it was read. */
  campaign_changed: 409,
  form_changed: 409,
  automation_changed: 409,
  /** As much of it is kept as one organization may keep. */
  quota_reached: 409,
  /** Pressed on a page that shows another client, or another person, than the session has by now. */
  other_sight: 409,
  client_required: 409,
  client_archived: 409,
  acknowledgement_required: 409,
  not_signed_in: 401,
  wrong_credentials: 401,
  two_factor_required: 401,
  passkey_refused: 401,
  forbidden: 403,
  foreign_origin: 403,
  address_unconfirmed: 403,
  registration_closed: 403,
  agency_only: 403,
  owner_only: 403,
  access_ended: 403,
  plan_limit: 403,
  card_declined: 402,
  not_found: 404,
  address_taken: 409,
  domain_taken: 409,
  in_use: 409,
  not_set_up: 409,
  secret_unreadable: 409,
  link_used: 410,
  too_late: 410,
  wrong_host: 421,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  failed: 500,
  held: 503,
  overloaded: 503,
  unavailable: 503,
  /** Whoever takes the payments does not answer. */
  payment_unavailable: 503,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof statusOf;

/** The same words whether a thing never existed, was deleted or belongs to somebody else. */
export const notFound = () => new Problem('not_found', 'Not found.');
