// @ts-check
// Hours in which this browser sends no notification. They wait all the same, and the page shows them.

const minutes = (text) => {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(text ?? "") ?? [];
  return minute === undefined ? undefined : Number(hour) * 60 + Number(minute);
};

/** Whether a moment lies in quiet hours, which may go over midnight. Half of them, or none, are no quiet hours. */
export function isQuiet({ quietFrom, quietTo }, now = new Date()) {
  const [from, to] = [minutes(quietFrom), minutes(quietTo)];
  if (from === undefined || to === undefined || from === to) return false;
  const at = now.getHours() * 60 + now.getMinutes();
  return from < to ? at >= from && at < to : at >= from || at < to;
}
