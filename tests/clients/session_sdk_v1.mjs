// The official TypeScript SDK, version 1: what most agents speak today. argv: the daemon and its arguments.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { visit } from './session.mjs';

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'session-sdk-v1', version: '1.0.0' });
const errors = [];
client.onerror = (error) => errors.push(String(error));

await client.connect(new StdioClientTransport({ command, args, stderr: 'inherit' }));
assert.equal(client.getServerVersion().name, 'incus-mcp-server');
await client.ping();
await visit(client, 'sdk-v1');
await client.close();
assert.deepEqual(errors, []);
