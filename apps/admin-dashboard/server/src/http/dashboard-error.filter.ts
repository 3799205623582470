import { Catch, Injectable } from '@nestjs/common';
import type { DirectoryError } from '@care-atlas/domain/contract';
import { errorBody, ErrorFilter } from '@care-atlas/server/http';
import type { ErrorBody } from '#contract/endpoints';
import { DashboardError } from './dashboard-error.js';

/** Adds the messages, as codes with parameters, to the error responses that all services share. */
@Catch()
@Injectable()
export class DashboardErrorFilter extends ErrorFilter {
  protected override bodyOf(error: DirectoryError, requestId: string) {
    return Object.assign(errorBody(error, requestId), { messages: messagesOf(error) });
  }
}

function messagesOf(error: DirectoryError): ErrorBody['messages'] {
  if (error instanceof DashboardError) {
    return { message: error.text, details: error.fields?.map(({ message }) => message) };
  }
  return { message: error.said, details: error.details?.map(({ message }) => message) };
}
