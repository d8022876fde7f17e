// The official TypeScript SDK's client (1.x) and official servers from npm, through the gate.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

const { BYLEAVE, TOOLS, HOME } = process.env;
const app = join(HOME, 'app');
const everything = ['node', join(TOOLS, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'];
const filesystem = ['node', join(TOOLS, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js'), app];
const ok = claim => console.log(`ok ${claim}`);

async function connect(name, command, { answer, more = [] } = {}) {
    const transport = new StdioClientTransport({
        command: BYLEAVE,
        args: ['mcp', '--name', name, ...more, '--', ...command],
        env: { ...process.env },
        cwd: app,
        stderr: 'ignore',
    });
    const client = new Client({ name: 'test', version: '1' }, { capabilities: answer ? { elicitation: {} } : {} });
    client.asked = [];
    if (answer) {
        client.setRequestHandler(ElicitRequestSchema, async request => {
            client.asked.push(request.params.message);
            return answer(request.params);
        });
    }
    await client.connect(transport);
    return client;
}
const text = result => result.content[0].text;
const yes = () => ({ action: 'accept', content: { decision: 'allow once' } });

/** A person at a terminal. */
function person(...words) {
    const script = 'import os, pty, sys\npid, fd = pty.fork()\nif pid == 0: os.execv(sys.argv[1], sys.argv[1:])\nos.write(fd, b"y\\n")\nwhile True:\n    try:\n        if not os.read(fd, 65536): break\n    except OSError: break\nsys.exit(os.waitpid(pid, 0)[1] >> 8)\n';
    return spawnSync('python3', ['-c', script, BYLEAVE, ...words], { cwd: app }).status;
}

{
    const client = await connect('ev', everything);
    const { tools } = await client.listTools();
    assert.ok(tools.length > 5);
    ok('the list of an official server passes');
    assert.ok((await client.listResources()).resources.length > 0);
    assert.ok((await client.listPrompts()).prompts.length > 0);
    await client.ping();
    ok('resources, prompts and pings pass');
    const quarantined = await client.callTool({ name: 'echo', arguments: { message: 'hi' } });
    assert.ok(quarantined.isError && text(quarantined).includes('no person has accepted'));
    ok('a tool that no person accepted does not run, although a rule allows it');
    assert.notEqual(spawnSync(BYLEAVE, ['mcp', 'pins', 'accept', 'ev'], { input: 'y\n' }).status, 0);
    ok('a program cannot accept tools');
    assert.equal(person('mcp', 'pins', 'accept', 'ev'), 0);
    const accepted = await client.callTool({ name: 'echo', arguments: { message: 'hi' } });
    assert.equal(text(accepted), 'Echo: hi');
    ok('an accepted tool runs by its rule, in the gate that was running already');
    const denied = await client.callTool({ name: 'get-env', arguments: {} });
    assert.ok(denied.isError && text(denied).includes('it shows secrets') && !text(denied).includes('PATH='));
    ok('a deny rule holds');
    const unasked = await client.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } });
    assert.ok(unasked.isError && text(unasked).includes('mcp__ev__get-sum'));
    ok('what asks without anybody to ask is refused with the rule to add');
    const progress = [];
    const promise = client.callTool({ name: 'echo', arguments: { message: 'p' } }, undefined, { onprogress: one => progress.push(one) });
    assert.equal(text(await promise), 'Echo: p');
    ok('a call with a progress token passes');
    await client.close();
}
{
    const client = await connect('ev', everything, { answer: yes });
    const sum = await client.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } });
    assert.ok(!sum.isError && text(sum).includes('3'));
    assert.ok(client.asked[0].includes('`get-sum`') && client.asked[0].includes('"a": 1'));
    ok('the user of the client is asked by form, and a yes runs the call');
    const many = await Promise.all(Array.from({ length: 20 }, (_, i) => client.callTool({ name: 'echo', arguments: { message: `${i}` } })));
    assert.deepEqual(many.map(text), Array.from({ length: 20 }, (_, i) => `Echo: ${i}`));
    ok('twenty calls at once get their own answers');
    await client.close();
}
for (const answer of [() => ({ action: 'decline' }), () => ({ action: 'cancel' }), () => ({ action: 'accept', content: { decision: 'refuse' } }), () => { throw new Error('no'); }]) {
    const client = await connect('ev', everything, { answer });
    const sum = await client.callTool({ name: 'get-sum', arguments: { a: 1, b: 2 } });
    assert.ok(sum.isError, text(sum));
    await client.close();
}
ok('four ways to say no are no');
{
    mkdirSync(join(app, 'private'), { recursive: true });
    writeFileSync(join(app, 'note.txt'), 'hello');
    writeFileSync(join(app, 'private/key.txt'), 'secret');
    writeFileSync(join(app, '.env'), 'TOKEN=1');
    const client = await connect('fs', filesystem, { more: ['--trust', 'full'] });
    const read = path => client.callTool({ name: 'read_text_file', arguments: { path: join(app, path) } });
    assert.equal(text(await read('note.txt')), 'hello');
    ok('the official file server reads what a rule allows');
    const held = await read('private/key.txt');
    assert.ok(held.isError && text(held).includes('not for agents'), text(held));
    ok('a deny rule for files holds for an MCP tool');
    const env = await read('.env');
    assert.ok(env.isError, text(env));
    ok('the floor on secrets holds for an MCP tool');
    const write = await client.callTool({ name: 'write_file', arguments: { path: join(HOME, '.config/byleave/policy.yaml'), content: 'x' } });
    assert.ok(write.isError && text(write).includes('refused by policy'), text(write));
    ok("byleave's own files are out of reach of an MCP tool");
    await client.close();
}
{
    const why = JSON.parse(execFileSync(BYLEAVE, ['audit', 'query', '--json', '--limit', '1']).toString().trim().split('\n')[0]);
    assert.ok(JSON.stringify(why).includes('mcp__'));
    assert.equal(spawnSync(BYLEAVE, ['audit', 'verify']).status, 0);
    ok('everything is on record, and the chain holds');
}
process.exit(0);
