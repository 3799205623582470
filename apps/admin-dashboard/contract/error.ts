/** The body of every error response. */
export interface ErrorBody {
  readonly error: string;
  /** A sentence for the user. */
  readonly message: string;
  readonly requestId: string;
  /** With 400: the first invalid field. */
  readonly param?: string;
  /** With 400: every invalid field. */
  readonly details?: readonly { readonly param: string; readonly message: string }[];
}
