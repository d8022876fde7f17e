// @ts-check
// What is said of hosts and of what is asked of them.

export const words = {
  title: "Over the network",
  host: "Host",
  address: "Address",
  method: "Method",
  sends: "Sends",
  sent: "What is sent",
  unread: "cannot be read before it runs",
  later: "something that is known only when it runs",
  reads: " which reads ",
  detour: "an option redirects it: a proxy, another address or a configuration file",
  first: "first time: no record of this hub names this host",
  notLately: (count) => `not in the last ${count} records`,
  notNewest: "not in the newest records",
  unchecked: " the page cannot check now whether the record names it",
  kinds: {
    here: "this machine itself", bare: "a bare address without a name", near: "a name without a domain: a machine nearby",
    letters: "a name in other letters, spelt as the request sends it",
  },
};
