// The official TypeScript SDKs over HTTP through the gate: the client 1.x with an official server from npm and with a server
// of the Python SDK, and the client 2.x over stdio and over HTTP, in the old and the new version of the protocol.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';

const { BYLEAVE, TOOLS, HOME, SCRIPTS } = process.env;
const python = join(TOOLS, 'venv/bin/python');
const sums = [python, join(SCRIPTS, 'server.py')];
const everything = ['node', join(TOOLS, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'streamableHttp'];
const ok = claim => console.log(`ok ${claim}`);
const text = result => result.content[0].text;
const yes = { action: 'accept', content: { decision: 'allow once' } };
const no = { action: 'decline' };

/** A server over HTTP with the gate before it: its address, and how it ends. */
async function served(name, command) {
    const child = spawn(python, ['-B', join(SCRIPTS, 'served.py'), name, ...command], { stdio: ['pipe', 'pipe', 'inherit'] });
    const address = await new Promise(told => child.stdout.once('data', bytes => told(bytes.toString().trim())));
    const gone = new Promise(end => child.once('exit', end));
    return { address: new URL(address), end: () => (child.stdin.end(), gone) };
}

async function first(address, answer) {
    const client = new Client1({ name: 'test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} });
    client.asked = [];
    if (answer) client.setRequestHandler(ElicitRequestSchema, async request => (client.asked.push(request.params.message), answer));
    await client.connect(new Http1(address));
    return client;
}

async function second(transport, mode, answer) {
    const client = new Client2({ name: 'test', version: '2' }, { capabilities: answer ? { elicitation: { form: {} } } : {}, versionNegotiation: { mode } });
    client.asked = [];
    if (answer) client.setRequestHandler('elicitation/create', async request => (client.asked.push(request.params.message), answer));
    await client.connect(transport());
    return client;
}

/** The same claims for every client of the server of sums. */
async function claims(how, connect) {
    let client = await connect(yes);
    assert.deepEqual((await client.listTools()).tools.map(tool => tool.name), ['add', 'wipe', 'other']);
    assert.equal(text(await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })), '5');
    assert.equal(client.asked.length, 0);
    ok(`${how}: a call that a rule allows runs unasked`);
    const refused = await client.callTool({ name: 'wipe', arguments: {} });
    assert.ok(refused.isError && text(refused).includes('never'), text(refused));
    ok(`${how}: a deny rule holds`);
    const said = await client.callTool({ name: 'other', arguments: { word: 'hi' } });
    assert.ok(!said.isError && text(said) === 'said hi', JSON.stringify(said));
    assert.ok(client.asked.length === 1 && client.asked[0].includes('"word": "hi"'), client.asked);
    ok(`${how}: the user is asked, and the call runs after a yes`);
    const many = await Promise.all(Array.from({ length: 20 }, (_, i) => client.callTool({ name: 'add', arguments: { a: i, b: 1 } })));
    assert.deepEqual(many.map(text), Array.from({ length: 20 }, (_, i) => `${i + 1}`));
    ok(`${how}: twenty calls at once get their own answers`);
    await client.close();
    client = await connect(no);
    assert.ok((await client.callTool({ name: 'other', arguments: { word: 'hi' } })).isError);
    ok(`${how}: a no is a no`);
    await client.close();
    client = await connect();
    const unasked = await client.callTool({ name: 'other', arguments: { word: 'hi' } });
    assert.ok(unasked.isError && text(unasked).includes('mcp__py__other'), text(unasked));
    ok(`${how}: without forms it is refused with the rule to add`);
    await client.close();
}

for (const shape of ['events', 'json']) {
    const server = await served('py', [...sums, shape]);
    await claims(`TypeScript 1.x, HTTP with ${shape}`, answer => first(server.address, answer));
    for (const mode of ['legacy', { pin: '2026-07-28' }]) {
        await claims(`TypeScript 2.x, HTTP with ${shape}, ${mode.pin ?? mode}`, answer => second(() => new Http2(server.address), mode, answer));
    }
    await server.end();
}
for (const mode of ['legacy', { pin: '2026-07-28' }, 'auto']) {
    const words = ['mcp', '--name', 'py', '--trust', 'full', '--', ...sums];
    const transport = () => new Stdio2({ command: BYLEAVE, args: words, env: { ...process.env }, cwd: join(HOME, 'app'), stderr: 'ignore' });
    await claims(`TypeScript 2.x, stdio, ${mode.pin ?? mode}`, answer => second(transport, mode, answer));
}
{
    const server = await served('ev', everything);
    const client = await first(server.address, yes);
    assert.ok((await client.listTools()).tools.length > 5);
    assert.ok((await client.listResources()).resources.length > 0);
    assert.ok((await client.listPrompts()).prompts.length > 0);
    await client.ping();
    ok('an official server over HTTP: lists, resources, prompts and pings pass');
    assert.equal(text(await client.callTool({ name: 'echo', arguments: { message: 'hi' } })), 'Echo: hi');
    const denied = await client.callTool({ name: 'get-env', arguments: {} });
    assert.ok(denied.isError && text(denied).includes('it shows secrets') && !text(denied).includes('PATH='));
    ok('an official server over HTTP: rules hold');
    const sum = await client.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } });
    assert.ok(!sum.isError && text(sum).includes('3') && client.asked.length === 1, JSON.stringify(sum));
    ok('an official server over HTTP: the user is asked within the answer to the call');
    await client.close();
    await server.end();
}
process.exit(0);
