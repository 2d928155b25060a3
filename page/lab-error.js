// The errors of requests.

/** An error response. Its message is a sentence for the user. */
export class LabError extends Error {
  constructor(status, content) {
    super(content?.error ?? `the server responded with status ${status}`);
    this.status = status;
    this.problems = content?.problems ?? [];
  }
}

/** Returns the error of a request that was aborted. */
export const aborted = () => new DOMException('the request was aborted', 'AbortError');

/** Returns whether an error means only that the request was aborted. */
export const isAborted = (error) => error.name === 'AbortError';
