import { attempt } from '../state/notice.ts';
import { draftFor, firstOperation, sendDraft } from '../state/sent-request.ts';

/** Sends a valid request to the service, so that the list is not empty. */
export const sendOne = (): Promise<boolean> =>
  attempt(async () => {
    const operation = firstOperation();
    if (operation === undefined) throw new Error('The document has no operation.');
    await sendDraft(await draftFor(operation));
  });
