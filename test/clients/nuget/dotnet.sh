#!/bin/sh
# Runs the .NET SDK against a running registry: push, skip a duplicate, restore, search, unlist.
# Usage: dotnet.sh <registry url> <token>      e.g. dotnet.sh http://127.0.0.1:8080 "$(cat .rookery/admin-token)"
set -eu

if ! command -v dotnet >/dev/null 2>&1; then
  echo 'nothing done: there is no dotnet on PATH' >&2
  exit 0
fi
if [ $# -ne 2 ]; then
  echo 'usage: dotnet.sh <registry url> <token>' >&2
  exit 2
fi

url=$1
token=$2
id="Probe.Sdk$(date +%s)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export DOTNET_CLI_HOME="$work/home" NUGET_PACKAGES="$work/packages"
export DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 DOTNET_SKIP_FIRST_TIME_EXPERIENCE=1
framework="net$(dotnet --version | cut -d. -f1).0"

insecure=
case $url in http://*) insecure=' allowInsecureConnections="true"' ;; esac
cat >"$work/nuget.config" <<CONFIG
<configuration>
  <packageSources>
    <clear />
    <add key="rookery" value="$url/nuget/v3/index.json" protocolVersion="3"$insecure />
  </packageSources>
</configuration>
CONFIG

step() { echo "== $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

# project <folder> <extra xml>
project() {
  mkdir -p "$work/$1"
  cat >"$work/$1/$1.csproj" <<PROJECT
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup><TargetFramework>$framework</TargetFramework><Authors>Rookery</Authors></PropertyGroup>
  $2
</Project>
PROJECT
}

step "pack and push $id 1.0.0"
project library "<PropertyGroup><PackageId>$id</PackageId><Version>1.0.0</Version><Description>Probe</Description></PropertyGroup>"
cd "$work/library"
dotnet pack -c Release -o "$work/out" >/dev/null
nupkg="$work/out/$id.1.0.0.nupkg"
dotnet nuget push "$nupkg" -s rookery -k "$token"

step 'push it again'
if dotnet nuget push "$nupkg" -s rookery -k "$token"; then fail 'a duplicate was accepted'; fi
dotnet nuget push "$nupkg" -s rookery -k "$token" --skip-duplicate

step 'restore it, with a lock file and with a floating version'
project consumer "<ItemGroup><PackageReference Include=\"$id\" Version=\"1.*\" /></ItemGroup>"
cd "$work/consumer"
dotnet restore --use-lock-file
grep -q "$id" packages.lock.json || fail 'the lock file does not name the package'
rm -rf "$work/packages"
dotnet restore --locked-mode

step 'search'
tries=0
until dotnet package search "$id" --source rookery --exact-match | grep -q "1.0.0"; do
  tries=$((tries + 1))
  [ $tries -lt 15 ] || fail 'search does not find the package'
  sleep 2
done

step 'unlist: exact restores go on'
dotnet nuget delete "$id" 1.0.0 -s rookery -k "$token" --non-interactive
rm -rf "$work/packages"
dotnet restore --locked-mode --no-cache

echo 'all steps passed'
