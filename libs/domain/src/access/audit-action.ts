/** The recorded actions of administrators and of the operator's commands. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in-failed',
  'sign-out',
  'session-ended',
  'password-changed',
  'totp-added',
  'totp-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'key-created',
  'key-labelled',
  'key-revoked',
  'gateway-secret-registered',
  'audit-exported',
  'administrator-created',
  'administrator-reset',
  'administrator-disabled',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
