/** How far something is, by the word for it. */
export type Stage = 'waiting' | 'working' | 'done' | 'failed';

const words: Readonly<Record<Stage, RegExp>> = {
  waiting:
    /^(accepted|created|enqueued|initiali[sz]ed|new|notstarted|pending|planned|queued|received|requested|scheduled|submitted|waiting)$/,
  working:
    /^(active|analy[sz]ing|building|calculating|converting|copying|deploying|downloading|encoding|executing|exporting|generating|importing|indexing|inprocess|inprogress|ongoing|preparing|processing|provisioning|rendering|running|scanning|started|transcoding|transcribing|uploading|validating|working)$/,
  done: /^(available|built|complete|completed|done|exported|finished|generated|imported|processed|published|ready|rendered|succeed|succeeded|success|successful|uploaded)$/,
  failed: /^(crashed|error|errored|fail|failed|failure|faulted|unsuccessful)$/,
};

const stages = Object.keys(words) as readonly Stage[];

/** The stage that a status names; undefined if its word names none. */
export const stageOf = (word: string): Stage | undefined => {
  const plain = word.toLowerCase().replaceAll(/[^a-z]/g, '');
  return stages.find((stage) => words[stage].test(plain));
};
