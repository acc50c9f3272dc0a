#!/usr/bin/env python3
"""A short agent's session with the daemon, printed for people: agent_session.py IMAGE_ALIAS DAEMON [ARGUMENT…]

It is also the smallest MCP client there is: one JSON object a line to the daemon's stdin, one a line back.
"""
import json
import subprocess
import sys

INSTANCE = "try"


class Agent:
    def __init__(self, command):
        self.daemon = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.last_id = 0

    def send(self, message):
        self.daemon.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.daemon.stdin.flush()

    def request(self, method, params):
        self.last_id += 1
        self.send({"id": self.last_id, "method": method, "params": params})
        for line in self.daemon.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.last_id:
                return answer["result"] if "result" in answer else stop(f"{method}: {answer['error']['message']}")
        stop(f"the daemon ended before it answered {method}")

    def call(self, tool, **arguments):
        """The structured result, or the error that the tool reports."""
        print(f"\n-> {tool} {json.dumps(arguments)}")
        return self.request("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]

    def close(self):
        self.daemon.stdin.close()
        return self.daemon.wait(timeout=10)


def stop(reason):
    sys.exit(f"agent_session.py: {reason}")


def expect(holds, result):
    if not holds:
        stop(f"not the expected answer: {json.dumps(result)}")


def introduce(agent):
    client = {"name": "agent_session.py", "version": "1"}
    print("-> initialize")
    hello = agent.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
    agent.send({"method": "notifications/initialized"})
    print(f"<- {hello['serverInfo']['name']} {hello['serverInfo']['version']}, MCP {hello['protocolVersion']}")


def list_tools(agent):
    print("\n-> tools/list")
    tools = agent.request("tools/list", {})["tools"]
    expect(tools, tools)
    print(f"<- {len(tools)} tools")
    for tool in tools:
        mark = "reads" if tool["annotations"]["readOnlyHint"] else ""
        if tool["annotations"]["destructiveHint"]:
            mark = "confirm" if "confirm" in tool["inputSchema"].get("required", []) else "changes"
        print(f"   {tool['name']:34} {mark or 'adds':8} {tool['title']}")


def change(agent, tool, **arguments):
    result = agent.call(tool, instance=INSTANCE, wait_seconds=60, **arguments)
    print(f"<- {result.get('status')}, operation {result.get('operation_id')}")
    expect(result.get("status") == "completed", result)


def execute(agent):
    result = agent.call("incus_instance_exec", instance=INSTANCE,
                        command=["sh", "-c", "echo Hello from $(hostname), user $(id -un); uptime; ps"])
    expect(result.get("exit_code") == 0, result)
    print(f"<- exit code {result['exit_code']}, {result['stdout']['bytes']} bytes on stdout:")
    for line in result["stdout"]["data"].splitlines():
        print(f"   | {line}")
    expect(f"Hello from {INSTANCE}, user root" in result["stdout"]["data"], result)


def delete_carelessly(agent):
    result = agent.call("incus_instance_delete", instance=INSTANCE, confirm="yes")
    error = result.get("error", {})
    print(f"<- refused: {error.get('kind')}: {error.get('message')}")
    expect(error.get("kind") == "confirmation_required", result)


def find_nothing(agent):
    result = agent.call("incus_instance_list")
    print(f"<- {result.get('count')} instances")
    expect(result.get("count") == 0, result)


def main(image, *command):
    agent = Agent(command)
    introduce(agent)
    list_tools(agent)
    change(agent, "incus_instance_create", source={"alias": image}, start=True)
    execute(agent)
    delete_carelessly(agent)
    change(agent, "incus_instance_state_update", action="stop", force=True)
    change(agent, "incus_instance_delete", confirm=INSTANCE)
    find_nothing(agent)
    status = agent.close()
    print(f"\nThe daemon ended with its input, exit code {status}.")
    expect(status == 0, status)


if __name__ == "__main__":
    main(*sys.argv[1:])
