/** What we use of OpenActive's validators, which bring no types of their own. */
declare module '@openactive/data-model-validator' {
  export interface ValidationError {
    readonly severity: 'failure' | 'warning' | 'notice' | 'suggestion';
    /** Stable; the message is for people. */
    readonly type: string;
    readonly path: string;
    readonly message: string;
  }
  export function validate(data: unknown, options: { readonly version: '2.x' }): Promise<readonly ValidationError[]>;
}

declare module '@openactive/rpde-validator' {
  import type { ValidationError } from '@openactive/data-model-validator';
  export interface FeedLog {
    readonly pages: readonly { readonly url: string; readonly errors: readonly ValidationError[] }[];
  }
  export function RpdeValidator(url: string, options: { readonly pageLimit?: number; readonly timeoutMs?: number }): Promise<FeedLog>;
}
