import { type ValidationError, ValidationPipe } from '@nestjs/common';
import {
  IsIn,
  IsISO8601,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Max,
  Min,
} from 'class-validator';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Type } from 'class-transformer';
import { AUDIT_ACTIONS, type AuditAction } from '@care-atlas/data/administration';
import { invalidParameters } from '@care-atlas/domain/contract';
import { KEY_KINDS, type KeyKind } from '@care-atlas/domain/access';
import type * as account from '../../contract/account.js';
import type * as audit from '../../contract/audit.js';
import type * as key from '../../contract/key.js';
import type * as page from '../../contract/page.js';
import type * as run from '../../contract/run.js';
import type * as signIn from '../../contract/sign-in.js';

/*
 * What clients send, as classes: the types of the contract, with what is accepted of each field. Passwords and codes
 * are only kept from being absurdly long here; the rules that they and secrets have to meet are elsewhere.
 */

const ABSURD = 1024;
const LABEL: readonly [number, number] = [1, 100];

export class SignInBody implements signIn.SignIn {
  @IsString()
  @Length(1, 256)
  name: string;

  @IsString()
  @Length(1, ABSURD)
  password: string;
}

export class NewPasswordBody implements signIn.NewPassword {
  @IsString()
  @Length(1, ABSURD)
  newPassword: string;
}

export class PasswordChangeBody extends NewPasswordBody implements account.PasswordChange {
  @IsString()
  @Length(1, ABSURD)
  currentPassword: string;
}

export class CodeBody implements signIn.SecondFactorCode, account.TotpConfirmation {
  @IsString()
  @Length(1, 64)
  code: string;
}

export class ReauthenticationBody implements account.Reauthentication {
  @IsString()
  @Length(1, ABSURD)
  password: string;
}

export class PasskeySignInBody implements signIn.PasskeySignIn {
  @IsObject()
  response: AuthenticationResponseJSON;
}

export class PasskeyRegistrationBody implements account.PasskeyRegistration {
  @IsString()
  @Length(1, 60)
  label: string;

  @IsObject()
  response: RegistrationResponseJSON;
}

export class LabelBody implements key.KeyCreation, key.KeyLabelling {
  @IsString()
  @Length(...LABEL)
  label: string;
}

export class GatewaySecretBody extends LabelBody implements key.GatewaySecret {
  @IsString()
  secret: string;
}

export class RevocationBody implements key.KeyRevocation {
  @IsString()
  @Length(1, 200)
  reason: string;
}

export class PageParameters implements page.PageQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 25;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  offset = 0;
}

export class KeyParameters extends PageParameters implements key.KeyQuery {
  @IsOptional()
  @IsIn(KEY_KINDS)
  kind?: KeyKind;

  @IsOptional()
  @IsIn(['active', 'revoked'])
  state?: key.KeyState;

  @IsOptional()
  @IsString()
  @Length(0, 100)
  text?: string;
}

export class UsageParameters {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(2160)
  hours = 24;

  @IsOptional()
  @IsUUID()
  key?: string;
}

export class RunParameters {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 25;
}

export class ChangeParameters extends RunParameters implements run.ChangeQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  after = 0;
}

export class AuditFilter implements audit.AuditFilter {
  @IsOptional()
  @IsString()
  @Length(0, 100)
  text?: string;

  @IsOptional()
  @IsIn(AUDIT_ACTIONS)
  action?: AuditAction;

  @IsOptional()
  @IsISO8601({ strict: true, strictSeparator: true })
  from?: string;

  @IsOptional()
  @IsISO8601({ strict: true, strictSeparator: true })
  to?: string;
}

export class AuditParameters extends AuditFilter implements audit.AuditQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 25;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(1_000_000_000)
  offset = 0;
}

/** Reads what clients send into these classes. @throws DirectoryError `missing_param` that lists what is wrong */
export function bodyReader(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    // What a person typed is not repeated to anybody, least of all a password.
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => {
      const details = errors.map(detailOf);
      const [first = { param: 'body', message: 'A JSON object is expected.' }, ...others] = details;
      return invalidParameters([first, ...others]);
    },
  });
}

function detailOf({ property, constraints = {} }: ValidationError): { param: string; message: string } {
  const [reason = `${property} is not valid`] = Object.values(constraints);
  return { param: property, message: `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` };
}
